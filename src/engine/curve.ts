/** Linear between the points, flat beyond the first and the last. Points ascend. */
export function interpolate(points: readonly (readonly [number, number])[], x: number): number {
  const after = points.findIndex(([at]) => at >= x)
  if (after < 0) return (points.at(-1) as readonly [number, number])[1]
  const [x1, y1] = points[after] as readonly [number, number]
  if (after === 0) return y1
  const [x0, y0] = points[after - 1] as readonly [number, number]
  return y0 + ((x - x0) / (x1 - x0)) * (y1 - y0)
}
