import { invalid, type Problem } from '@plumbline/jsonapi'
import { duplicateOf } from '../db/index.ts'

/** Does the work; a second row under what must be one becomes the given problem. */
export async function unlessDuplicate<T>(problem: Problem, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw duplicateOf(error) === undefined ? error : problem
  }
}

/** A name that somebody has, as the 400 that clients expect: "This name is taken." */
export const taken = (pointer: string, what = 'This name'): Problem =>
  invalid(pointer, `${what} is taken.`, 'unique')
