import { openGraph } from './onnx.mjs'
import { reorder } from './reorder.mjs'
import { readTflite } from './tflite.mjs'

/**
 * A MobileFaceNet of TensorFlow Lite as ONNX: [1, 3, 112, 112] → `output`, the face embedding before normalisation to
 * unit length. TensorFlow has the channels last; here they come second, which onnxruntime computes fastest.
 */
export function convertMobileFaceNet(bytes) {
  const { tensors, inputs, outputs, operators } = readTflite(bytes)
  const maker = new Map(operators.map((operator) => [operator.outputs[0], operator]))
  const graph = openGraph('mobile-face-net')
  const made = new Map([[inputs[0], 'input']])

  const floats = (index) => {
    const { name, type, bytes: raw } = tensors[index]
    if (type !== 'float32' || raw.length === 0) throw new Error(`${name}: 32-bit weights were expected`)
    return Float32Array.from({ length: raw.length / 4 }, (_, at) => raw.readFloatLE(at * 4))
  }
  const isConstant = (index) => tensors[index].bytes.length > 0

  function make(index) {
    const known = made.get(index)
    if (known) return known
    const operator = maker.get(index)
    if (!operator) throw new Error(`nothing makes ${tensors[index].name}`)
    const write = WRITERS[operator.kind]
    if (!write) throw new Error(`${operator.kind} is not converted here`)
    const name = write(operator)
    made.set(index, name)
    return name
  }

  const WRITERS = {
    CONV_2D: ({ inputs: [x, kernel, bias], options }) => {
      const [out, height, width, deep] = tensors[kernel].shape
      const weights = reorder(floats(kernel), [out, height, width, deep], [0, 3, 1, 2])
      // Conv2DOptions: padding 0, stride_w 1, stride_h 2.
      const shape = { dims: [out, deep, height, width], weights, stride: options.number(2) }
      return convolve(x, bias, { ...shape, padding: options.byte(0), group: 1 })
    },
    DEPTHWISE_CONV_2D: ({ inputs: [x, kernel, bias], options }) => {
      const [, height, width, deep] = tensors[kernel].shape
      const weights = reorder(floats(kernel), [1, height, width, deep], [3, 0, 1, 2])
      const shape = { dims: [deep, 1, height, width], weights, stride: options.number(2) }
      return convolve(x, bias, { ...shape, padding: options.byte(0), group: deep })
    },
    ADD: ({ inputs: [a, b] }) => {
      const slopes = slopesOf(a, b)
      if (!slopes) return graph.add('Add', [make(a), make(b)])
      const x = maker.get(a).inputs[0]
      return graph.add('PRelu', [make(x), graph.weight(`slopes${b}`, [slopes.length, 1, 1], slopes)])
    },
    // One pixel is left, so the order of the axes no longer matters.
    RESHAPE: ({ inputs: [x] }) => graph.add('Flatten', [make(x)], { axis: 1 }),
    // Templates are normalised to unit length where they are created.
    L2_NORMALIZATION: ({ inputs: [x] }) => make(x),
  }

  function convolve(x, bias, { dims, weights, stride, padding, group }) {
    const key = `kernel${bias}`
    const [, , height, width] = dims
    return graph.add(
      'Conv',
      [make(x), graph.weight(key, dims, weights), graph.weight(`bias${bias}`, [dims[0]], floats(bias))],
      {
        kernel_shape: [height, width],
        strides: [stride, stride],
        auto_pad: padding === 0 ? 'SAME_UPPER' : 'VALID',
        group,
      },
    )
  }

  /**
   * A leaky ReLU is written as relu(x) + slope · (x − |x|), with the slope already halved or followed by a factor of
   * one half: for negative x that is twice the product of the constants times x.
   */
  function slopesOf(a, b) {
    const relu = maker.get(a)
    if (relu?.kind !== 'RELU') return undefined
    let slopes = [2]
    let rest = maker.get(b)
    while (rest?.kind === 'MUL') {
      const constant = rest.inputs.find(isConstant)
      const other = rest.inputs.find((index) => !isConstant(index))
      if (constant === undefined || other === undefined) return undefined
      slopes = product(slopes, floats(constant))
      rest = maker.get(other)
    }
    const [x, absolute] = rest?.kind === 'SUB' ? rest.inputs : []
    const same = x === relu.inputs[0] && maker.get(absolute)?.kind === 'ABS' && maker.get(absolute).inputs[0] === x
    return same ? slopes : undefined
  }

  const last = make(outputs[0])
  graph.add('Identity', [last], {}, 'output')
  const size = tensors[outputs[0]].shape.at(-1)
  return graph.finish({ inputs: { input: [1, 3, 112, 112] }, outputs: { output: [1, size] } })
}

/** Element by element, or all with one constant. */
function product(a, b) {
  const length = Math.max(a.length, b.length)
  return Float32Array.from({ length }, (_, at) => a[at % a.length] * b[at % b.length])
}
