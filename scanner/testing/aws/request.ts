/** A request, and its parsed input. */

export interface Request {
  readonly method: string
  /** As sent: not decoded. */
  readonly path: string
  readonly search: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** A uniform interface to inputs of all protocols: form fields, JSON members, path, query string and headers. */
export interface Input {
  text(name: string): string | undefined
  /** A list: `Name.1`, `Name.member.1` or a JSON array. Empty if absent. */
  texts(name: string): string[]
}

export interface Recognised {
  readonly operation: string
  readonly input: Input
}
