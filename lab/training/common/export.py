"""ONNX with weights stored as 16-bit floats and converted once when the model is loaded: half the size, arithmetic in 32
bits."""

import inspect

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

OPSET = 17


def export(net, example, path, inputs, outputs, batch=False, axes=None):
    """axes: the dimensions besides the batch that vary, as in torch.onnx.export."""
    net = net.float().cpu().eval()
    axes = axes or ({name: {0: "n"} for name in inputs + outputs} if batch else None)
    older = {"dynamo": False} if "dynamo" in inspect.signature(torch.onnx.export).parameters else {}
    torch.onnx.export(net, example, str(path), input_names=inputs, output_names=outputs, opset_version=OPSET, dynamic_axes=axes, **older)
    model = halve(onnx.load(str(path)))
    onnx.checker.check_model(model)
    onnx.save(model, str(path))


def halve(model, least=512):
    """Turns each large float initializer into a float16 one followed by a Cast."""
    graph = model.graph
    kept, casts = [], []
    for tensor in graph.initializer:
        values = numpy_helper.to_array(tensor)
        if tensor.data_type != TensorProto.FLOAT or values.size < least or np.abs(values).max() > 60000:
            kept.append(tensor)
            continue
        kept.append(numpy_helper.from_array(values.astype(np.float16), tensor.name + "_half"))
        casts.append(helper.make_node("Cast", [tensor.name + "_half"], [tensor.name], to=TensorProto.FLOAT, name=tensor.name + "_widen"))
    nodes = casts + list(graph.node)
    del graph.initializer[:], graph.node[:]
    graph.initializer.extend(kept)
    graph.node.extend(nodes)
    return model
