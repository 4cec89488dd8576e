/** The contract of other products as facts: what is stored in contract/peers, and the corrections to it. */

export interface Surface {
  readonly source: { readonly title: string; readonly version: string }
  readonly operations: readonly ExpectedOperation[]
  readonly shapes: Readonly<Record<string, Shape>>
}
export interface ExpectedOperation {
  readonly method: string
  /** Below `/api/v1`, with `{id}`. */
  readonly path: string
  readonly tag: string
  readonly deprecated?: boolean
  readonly filters?: readonly string[]
  readonly sort?: readonly string[]
  readonly include?: readonly string[]
  readonly fields?: Readonly<Record<string, readonly string[]>>
  /** Names in `shapes`. */
  readonly takes?: string | null
  readonly shows?: string | null
  /** The type of the identifiers that a relationship endpoint takes. */
  readonly links?: string
}
export interface Shape {
  readonly type: string
  readonly attributes: readonly string[]
  readonly relationships: readonly string[]
  readonly read_only?: readonly string[]
  readonly write_only?: readonly string[]
}

export interface Corrections {
  readonly operations: readonly (Partial<ExpectedOperation> &
    Pick<ExpectedOperation, 'method' | 'path'>)[]
  readonly shapes: Readonly<Record<string, Shape>>
  /** Attributes that a shape has besides those it lists. */
  readonly more: Readonly<Record<string, readonly string[]>>
}

/** A path however its parameters are called. */
export const spelled = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '{}')

const placeOf = ({ method, path }: Pick<ExpectedOperation, 'method' | 'path'>): string =>
  `${method} ${spelled(path)}`

/**
 * The facts as they are on the wire. Throws for a correction of something that does not exist: a newer edition of the
 * facts may have made it obsolete.
 */
export function corrected(surface: Surface, corrections: Corrections): Surface {
  const operations = new Map(surface.operations.map((one) => [placeOf(one), one]))
  for (const correction of corrections.operations) {
    const place = placeOf(correction)
    const { tag, ...rest } = { ...operations.get(place), ...correction }
    if (tag === undefined) throw new Error(`The correction of ${place} finds no such operation.`)
    operations.set(place, { ...rest, tag })
  }
  const shapes = new Map(Object.entries({ ...surface.shapes, ...corrections.shapes }))
  for (const [name, attributes] of Object.entries(corrections.more)) {
    const shape = shapes.get(name)
    if (!shape) throw new Error(`The correction of ${name} finds no such shape.`)
    shapes.set(name, { ...shape, attributes: [...shape.attributes, ...attributes] })
  }
  return { ...surface, operations: [...operations.values()], shapes: Object.fromEntries(shapes) }
}
