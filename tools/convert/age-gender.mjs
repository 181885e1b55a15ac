import { openGraph } from './onnx.mjs'
import { reorder } from './reorder.mjs'
import { readWeights } from './tfjs-weights.mjs'

/**
 * face-api's AgeGenderNet (a small Xception) as ONNX: [1, 3, 112, 112] → `age` in years and `gender` as
 * scores for male and female, before the softmax. Structure as in the package's TinyXception.ts and AgeGenderNet.ts.
 */
export function convertAgeGender(manifest, bytes) {
  const weights = readWeights(manifest, bytes)
  const graph = openGraph('age-gender')
  const take = (name) => {
    const found = weights.get(name)
    if (!found) throw new Error(`the package lacks the weights ${name}`)
    return found
  }
  const bias = (name) => graph.weight(name, take(name).shape, take(name).values)
  /** TensorFlow stores [height, width, in, out]; ONNX expects [out, in, height, width]. */
  const filters = (name) => {
    const { shape, values } = take(name)
    const [h, w, i, o] = shape
    return { name: graph.weight(name, [o, i, h, w], reorder(values, shape, [3, 2, 0, 1])), kernel: [h, w] }
  }
  const conv = (x, key, stride) => {
    const { name, kernel } = filters(`${key}/filters`)
    return graph.add('Conv', [x, name, bias(`${key}/bias`)], same(kernel, stride))
  }
  /** A depthwise convolution without a bias, then a pointwise one with it. */
  const separable = (x, key) => {
    const { shape, values } = take(`${key}/depthwise_filter`)
    const [h, w, channels] = shape
    const depthwise = graph.weight(`${key}/depthwise_filter`, [channels, 1, h, w], reorder(values, shape, [2, 3, 0, 1]))
    const spread = graph.add('Conv', [x, depthwise], { ...same([h, w], 1), group: channels })
    const pointwise = filters(`${key}/pointwise_filter`)
    return graph.add('Conv', [spread, pointwise.name, bias(`${key}/bias`)], same([1, 1], 1))
  }
  const relu = (x) => graph.add('Relu', [x])

  const reduction = (x, key, activate) => {
    const first = separable(activate ? relu(x) : x, `${key}/separable_conv0`)
    const second = separable(relu(first), `${key}/separable_conv1`)
    const pooled = graph.add('MaxPool', [second], same([3, 3], 2))
    return graph.add('Add', [pooled, conv(x, `${key}/expansion_conv`, 2)])
  }
  const main = (x, key) => {
    let out = x
    for (const part of [0, 1, 2]) out = separable(relu(out), `${key}/separable_conv${part}`)
    return graph.add('Add', [out, x])
  }

  let x = relu(conv('input', 'entry_flow/conv_in', 2))
  x = reduction(x, 'entry_flow/reduction_block_0', false)
  x = reduction(x, 'entry_flow/reduction_block_1', true)
  x = main(x, 'middle_flow/main_block_0')
  x = main(x, 'middle_flow/main_block_1')
  x = reduction(x, 'exit_flow/reduction_block', true)
  x = relu(separable(x, 'exit_flow/separable_conv'))
  x = graph.add('AveragePool', [x], { kernel_shape: [7, 7], strides: [2, 2] })
  x = graph.add('Flatten', [x], { axis: 1 })
  for (const head of ['age', 'gender']) {
    graph.add('Gemm', [x, bias(`fc/${head}/weights`), bias(`fc/${head}/bias`)], {}, head)
  }
  return graph.finish({ inputs: { input: [1, 3, 112, 112] }, outputs: { age: [1, 1], gender: [1, 2] } })
}

/** TensorFlow's "same" padding puts the odd row at the bottom and right. */
const same = (kernel, stride) => ({ kernel_shape: kernel, strides: [stride, stride], auto_pad: 'SAME_UPPER' })
