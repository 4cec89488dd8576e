/** Errors about typed fields that need no request. */
import { ApiProblem } from '../api/problem.ts'

const missing: Readonly<Record<string, string>> = {
  email: 'Enter your email address.',
  password: 'Enter your password.',
  otp: 'Enter the code.',
}

/** As the API would report it about these fields. */
export function problemAt(details: Readonly<Record<string, string>>): ApiProblem {
  const errors = Object.entries(details).map(([name, detail]) => ({
    status: '400',
    code: 'invalid',
    detail,
    source: { pointer: `/data/attributes/${name}` },
  }))
  return new ApiProblem(400, errors, null)
}

/** Throws an error for each empty field of a sign-in. */
export function requireAll(typed: Readonly<Record<string, string>>): void {
  const empty = Object.entries(missing).filter(([name]) => typed[name]?.trim() === '')
  if (empty.length > 0) throw problemAt(Object.fromEntries(empty))
}
