/** Converts errors to problems for the client. */
import { invalid, notFound, Problem, Problems, tooLarge, unavailable } from '@plumbline/jsonapi'
import {
  DatabaseError,
  duplicateOf,
  isDiskFull,
  isPassing,
  TransactionAbandoned,
} from '../db/index.ts'
import type { Log } from '../log.ts'
import { maxBodyBytes } from './request.ts'

/** Errors of Fastify with a specific problem. */
const ofFastify: Readonly<Record<string, () => Problem>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => tooLarge(maxBodyBytes),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new Problem(415, 'unsupported_media_type', 'Not a valid media type.', {
      source: { header: 'Content-Type' },
    }),
  FST_ERR_MAX_PARAM_LENGTH: () => notFound(), // longer than any id
}

/** An error as a Problem. Anything else is a bug of ours: it is logged whole, and a plain 500. */
export function problemOf(error: unknown, log: Log, request_id: string): Problem | Problems {
  if (error instanceof Problem || error instanceof Problems) {
    const cause = error.cause as Error | undefined
    if (cause) log.error('request failed', { request_id, error: cause })
    return error
  }
  if (error instanceof TransactionAbandoned) return hungUp()
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  const known = Object.hasOwn(ofFastify, code) ? ofFastify[code] : undefined
  if (known) return known()
  if (statusCode >= 400 && statusCode < 500)
    return new Problem(statusCode, 'bad_request', 'The request could not be read.')
  if (isDiskFull(error)) {
    log.error('disk is full', { request_id, error: error as Error })
    return new Problem(507, 'no_space', 'A disk of the server is full.')
  }
  if (error instanceof DatabaseError) {
    if (isPassing(error)) {
      log.warn('database unavailable', { request_id, sqlstate: error.code, error })
      return unavailable('The database did not respond in time.', 'database_unavailable', 2)
    }
    if (code.startsWith('22')) {
      log.warn('invalid value reached the database', { request_id, sqlstate: error.code, error })
      return new Problem(400, 'invalid', 'A value is out of range.')
    }
  }
  log.error('request failed', { request_id, error: error as Error })
  return new Problem(
    500,
    'error',
    'Internal error. The server log has details under the request ID.',
  )
}

/** The client disconnected; only the log shows the status. */
export const hungUp = (): Problem =>
  new Problem(499, 'client_closed_request', 'The client hung up.')

/** Runs the work; a violated unique constraint becomes the given problem. */
export async function unlessDuplicate<T>(problem: Problem, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw duplicateOf(error) === undefined ? error : problem
  }
}

/** A name in use, as the 400 that clients expect: "This name is taken." */
export const taken = (pointer: string, what = 'This name'): Problem =>
  invalid(pointer, `${what} is already used.`, 'unique')
