import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from '../db/index.ts'
import { silent } from '../log.ts'
import { problemOf } from './errors.ts'

const answers: readonly [what: string, error: Error, status: number, code: string][] = [
  ['full disk', new DatabaseError('No space left', '53100'), 507, 'no_space'],
  [
    'full disk of the server',
    Object.assign(new Error('write'), { code: 'ENOSPC' }),
    507,
    'no_space',
  ],
  ['database without memory', new DatabaseError('', '53200'), 503, 'database_unavailable'],
  ['database with a reached limit', new DatabaseError('', '53400'), 503, 'database_unavailable'],
  ['read-only database', new DatabaseError('', '25006'), 503, 'database_unavailable'],
  ['statement that took too long', new DatabaseError('', '57014'), 503, 'database_unavailable'],
  ['wait for a lock', new DatabaseError('', '55P03'), 503, 'database_unavailable'],
  ['lost connection', new DatabaseError('', '08006'), 503, 'database_unavailable'],
  ['disk with read errors', new DatabaseError('', '58030'), 503, 'database_unavailable'],
  ['broken rule', new DatabaseError('', '23505'), 500, 'error'],
  ['value out of range', new DatabaseError('', '22003'), 400, 'invalid'],
]
for (const [what, error, status, code] of answers)
  test(`a request that meets a ${what} is answered with ${status} ${code}`, () => {
    const problem = problemOf(error, silent, 'a request')
    deepEqual([problem.status, (problem as { code?: string }).code], [status, code])
  })
