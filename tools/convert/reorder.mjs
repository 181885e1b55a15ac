/** Reorders a four-dimensional tensor's axes. */
export function reorder(values, shape, order) {
  const strides = shape.map((_, axis) => shape.slice(axis + 1).reduce((total, dim) => total * dim, 1))
  const [a, b, c, d] = order.map((axis) => shape[axis])
  const [sa, sb, sc, sd] = order.map((axis) => strides[axis])
  const out = new Float32Array(values.length)
  let to = 0
  for (let i = 0; i < a; i++)
    for (let j = 0; j < b; j++)
      for (let k = 0; k < c; k++) for (let l = 0; l < d; l++) out[to++] = values[i * sa + j * sb + k * sc + l * sd]
  return out
}
