import { deepEqual, doesNotThrow, equal, ok, throws } from 'node:assert/strict'
import { test } from 'node:test'
import {
  badGateway,
  conflict,
  forbidden,
  gone,
  invalid,
  methodNotAllowed,
  notFound,
  type Problem,
  Problems,
  tooLarge,
  tooManyRequests,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from './index.ts'
import { echo, raise, step } from './problem.ts'

const kinds: readonly (readonly [problem: Problem, status: number, code: string])[] = [
  [invalid('/data', 'No.'), 400, 'invalid'],
  [unauthenticated(), 401, 'not_authenticated'],
  [forbidden(), 403, 'permission_denied'],
  [notFound(), 404, 'not_found'],
  [methodNotAllowed('DELETE', ['GET']), 405, 'method_not_allowed'],
  [conflict('/data/attributes/uid', 'Taken.', 'unique'), 409, 'unique'],
  [gone('Expired.'), 410, 'gone'],
  [tooLarge(10), 413, 'too_large'],
  [unsupportedMediaType('text/html'), 415, 'unsupported_media_type'],
  [tooManyRequests(3), 429, 'throttled'],
  [badGateway('They said no.'), 502, 'bad_gateway'],
  [unavailable('Warming up.', 'compliance_warming'), 503, 'compliance_warming'],
]
for (const [problem, status, code] of kinds) {
  test(`${status} has the code ${code} and a sentence`, () => {
    deepEqual([problem.status, problem.code], [status, code])
    ok(problem instanceof Error && problem.detail.endsWith('.'))
  })
}

test('what a client needs to go on stands in the headers', () => {
  deepEqual(tooManyRequests(3).headers, { 'Retry-After': '3' })
  deepEqual(unavailable('Soon.').headers, { 'Retry-After': '5' })
  deepEqual(methodNotAllowed('PUT', ['GET', 'POST']).headers, { Allow: 'GET, POST' })
  deepEqual(unauthenticated().headers, { 'WWW-Authenticate': 'Bearer' })
})

test('one problem is thrown as itself, several together, none not at all', () => {
  const problem = invalid('/a', 'Wrong.')
  doesNotThrow(() => raise([]))
  throws(() => raise([problem]), problem)
  throws(() => raise([problem, problem]), Problems)
})

test('a step of a pointer is escaped, and what a client sent is made printable', () => {
  equal(step('a/b~c'), '/a~1b~0c')
  equal(step(7), '/7')
  equal(echo('a\r\nb\ud800'), 'a��b�')
  equal(echo('x'.repeat(5_000)).length, 101)
})
