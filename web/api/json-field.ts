/** A JSON document in a form field. */
import { ApiProblem } from './problem.ts'

/** Throws an ApiProblem at `pointer` if the text is not JSON. */
export function parseField(text: string, pointer: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const detail = 'Must be valid JSON.'
    throw new ApiProblem(
      400,
      [{ status: '400', code: 'invalid', detail, source: { pointer } }],
      null,
    )
  }
}
