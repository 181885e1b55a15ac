"""The training of every net: options, initial weights, the loop, and its output."""

import argparse
import json
from pathlib import Path

import torch

from common.export import export
from common.schedule import Average, Clock

# Longer gradients are clipped to this length.
LONGEST = 2.0


def options(seconds, batch, rate, data=True):
    """The options of every program; a program adds its own. Without `data` it draws all its training data."""
    parser = argparse.ArgumentParser()
    if data:
        parser.add_argument("--data", required=True, help="folder of the banks")
    parser.add_argument("--out", required=True)
    parser.add_argument("--seconds", type=float, default=seconds)
    parser.add_argument("--batch", type=int, default=batch)
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--from", dest="begin", help="weights of an earlier run to continue from")
    return parser


def begin(seed):
    """The device to train on, with all random seeds fixed."""
    torch.manual_seed(seed)
    return "cuda" if torch.cuda.is_available() else "cpu"


def prepared(net, args, device, load=None, **counts):
    """The net on its device, with the weights of an earlier run if there are some. `load` accepts weights of another
    shape."""
    net = net.to(device)
    if args.begin:
        weights = torch.load(args.begin, map_location=device)
        load(net, weights) if load else net.load_state_dict(weights)
    net = net.to(memory_format=torch.channels_last)
    named = [word for name, count in counts.items() for word in (name.replace("_", " "), count)]
    print("parameters", sum(p.numel() for p in net.parameters()), *named, flush=True)
    return net


def parts_of(composed, parts, times):
    """Endless batches: the output of `composed` is split into parts, each used several times, because composing is more
    expensive."""
    while True:
        made = composed()
        size = len(made[0])
        for part in [c for _ in range(times) for c in torch.randperm(size, device=made[0].device).chunk(parts)]:
            yield tuple(column[part] for column in made)


def train(net, step, args, decay, every=500, report=None, spent=0.0, unsteady=False):
    """Trains until the time is over: returns the running average of the weights, and the number of steps. `step(clock)`
    gives the loss and named values to print. `report(net, average)` adds more at intervals. `spent` are seconds of
    earlier runs. With `unsteady` a step whose gradient is not finite is skipped."""
    learning = [p for p in net.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(learning, lr=0, weight_decay=decay)
    clock, average = Clock(args.seconds - spent, optimiser, args.rate), Average(net)
    while clock.tick():
        loss, said = step(clock)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        length = torch.nn.utils.clip_grad_norm_(learning, LONGEST)
        if not unsteady or torch.isfinite(length):
            optimiser.step()
            average.update(net)
        if clock.steps % every == 0:
            values = {name: round(float(value.detach()), 4) for name, value in {"loss": loss, **said}.items()}
            more = json.dumps(report(net, average.net)) if report else ""
            print(clock.steps, f"{clock.share():.3f}", values, more, flush=True)
    return average.net, clock.steps


def finish(name, args, net, steps, evaluate, exported, example, inputs, outputs, **shape):
    """Writes NAME.pt (weights), NAME.json (figures) and NAME.onnx: `exported` is the net as used, `example` has the shape
    of its input."""
    out = Path(args.out)
    out.mkdir(parents=True, exist_ok=True)
    torch.save(net.state_dict(), out / f"{name}.pt")
    figures = evaluate()
    print(json.dumps(figures), flush=True)
    (out / f"{name}.json").write_text(json.dumps({"steps": steps, **figures}, indent=1))
    export(exported, torch.rand(*example), out / f"{name}.onnx", inputs, outputs, **shape)
