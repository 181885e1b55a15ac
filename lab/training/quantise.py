"""A trained net with its convolutions in eight bits: processors add up bytes two to three times as fast as fractions.

python3 -m quantise watch NET.onnx FOLDER/SLOT.watched.onnx
node lab/training/calibrate.ts FOLDER
python3 -m quantise write NET.onnx FOLDER/SLOT.ranges.json OUT.onnx [--keep PART …]

`watch` makes every value that will be rounded an output of the net, `calibrate` notes their ranges on photographed
specimens, `write` rounds. Convolutions whose names contain one of --keep stay as they are: the last one, whose values
are compared with one another. What is added up from layer to layer is not rounded either, only what goes into a
convolution and comes out of it.
"""
import argparse
import json
import sys

import numpy as np
import onnx
from onnx import AttributeProto, NodeProto, TensorProto, helper, numpy_helper

# Seven bits plus sign: on older x86 processors two products of a byte and an eight-bit weight overflow the sixteen bits
# in which they are added.
WEIGHT_LEVELS = 63


def constants(graph):
    """Every constant tensor, with half-precision weights converted as they will be used."""
    known = {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant":
            known[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
        elif node.op_type == "Cast" and node.input[0] in known and node.attribute[0].i == TensorProto.FLOAT:
            known[node.output[0]] = known[node.input[0]].astype(np.float32)
    return known


def is_chosen(node, known, keep):
    return node.op_type == "Conv" and node.input[1] in known and not any(part in node.name for part in keep)


def values_of(graph, known, keep=()):
    """The inputs and outputs of the chosen convolutions: after the Relu, if one follows."""
    readers = {}
    for node in graph.node:
        for name in node.input:
            readers.setdefault(name, []).append(node)
    into, out_of = set(), set()
    for node in graph.node:
        if is_chosen(node, known, keep):
            into.add(node.input[0])
            after = readers.get(node.output[0], [])
            relu = len(after) == 1 and after[0].op_type == "Relu"
            out_of.add(after[0].output[0] if relu else node.output[0])
    return into, out_of - {output.name for output in graph.output}


def watch(source, target):
    model = onnx.load(source)
    into, out_of = values_of(model.graph, constants(model.graph))
    there = {value.name for value in [*model.graph.input, *model.graph.output]}
    for name in sorted((into | out_of) - there):
        model.graph.output.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, None))
    onnx.save(model, target)


def write(source, ranges, target, keep):
    model = onnx.load(source)
    graph = model.graph
    known = constants(graph)
    into, out_of = values_of(graph, known, keep)
    relus = {node.output[0] for node in graph.node if node.op_type == "Relu"}
    added, nodes, scale_of = [], [], {}

    def constant(name, value):
        added.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def restore(name, stored, parts, **attributes):
        nodes.append(helper.make_node("DequantizeLinear", [stored, *parts], [f"{name}.rounded"], **attributes))
        return f"{name}.rounded"

    def round_value(name):
        """A value as a byte, and the value that the byte represents."""
        if name not in into | out_of or name in scale_of:
            return
        low, high = ranges[name]
        low, high = (0.0 if name in relus else min(low, 0.0)), max(high, 1e-6)
        scale = np.float32((high - low) / 255)
        zero = np.uint8(np.clip(np.round(-low / scale), 0, 255))
        parts = [constant(f"{name}.scale", scale), constant(f"{name}.zero", zero)]
        nodes.append(helper.make_node("QuantizeLinear", [name, *parts], [f"{name}.byte"]))
        restore(name, f"{name}.byte", parts)
        scale_of[name] = scale

    def round_weights(name, scales, limit, kind):
        whole = np.round(known[name] / scales.reshape(-1, *[1] * (known[name].ndim - 1)))
        stored = constant(f"{name}.whole", np.clip(whole, -limit, limit).astype(kind))
        parts = [constant(f"{name}.scale", scales), constant(f"{name}.zero", np.zeros(len(scales), kind))]
        return restore(name, stored, parts, axis=0)

    for value in graph.input:
        round_value(value.name)
    for node in graph.node:
        copy = NodeProto()
        copy.CopyFrom(node)
        for i, name in enumerate(node.input):
            if name in out_of or (name in scale_of and is_chosen(node, known, keep)):
                copy.input[i] = f"{name}.rounded"
        if is_chosen(node, known, keep):
            largest = np.abs(known[node.input[1]]).reshape(len(known[node.input[1]]), -1).max(1)
            scales = (np.maximum(largest, 1e-8) / WEIGHT_LEVELS).astype(np.float32)
            copy.input[1] = round_weights(node.input[1], scales, WEIGHT_LEVELS, np.int8)
            if len(node.input) > 2:
                copy.input[2] = round_weights(node.input[2], scales * scale_of[node.input[0]], 2**30, np.int32)
        nodes.append(copy)
        for name in node.output:
            round_value(name)
    replace_nodes(graph, nodes, added)
    onnx.save(model, target)


def replace_nodes(graph, nodes, added):
    """The new nodes instead of the old, without nodes whose output is no longer used."""
    used = names_used(graph, nodes)
    while len(needed := [node for node in nodes if used.intersection(node.output)]) < len(nodes):
        nodes = needed
        used = names_used(graph, nodes)
    tensors = [tensor for tensor in [*graph.initializer, *added] if tensor.name in used]
    del graph.node[:]
    del graph.value_info[:]
    del graph.initializer[:]
    graph.node.extend(nodes)
    graph.initializer.extend(tensors)


def names_used(graph, nodes):
    names = {output.name for output in graph.output}
    for node in nodes:
        names.update(node.input)
        for attribute in node.attribute:
            if attribute.type == AttributeProto.GRAPH:
                names.update(name for inner in attribute.g.node for name in inner.input)
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    watching = commands.add_parser("watch")
    watching.add_argument("net")
    watching.add_argument("watched")
    writing = commands.add_parser("write")
    writing.add_argument("net")
    writing.add_argument("ranges")
    writing.add_argument("out")
    writing.add_argument("--keep", nargs="*", default=[])
    given = parser.parse_args()
    if given.command == "watch":
        watch(given.net, given.watched)
        return
    with open(given.ranges, encoding="utf-8") as file:
        write(given.net, json.load(file), given.out, given.keep)


if __name__ == "__main__":
    sys.exit(main())
