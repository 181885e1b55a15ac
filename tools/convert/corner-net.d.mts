/** models/corners.onnx → the weights that the hosted page loads. */
export function convertCornerNet(bytes: Buffer): Buffer
