/** For tests of collectors: a client with prepared responses, and the resulting records. */
import {
  CallProblem,
  type Collecting,
  type Description,
  type Resource,
  type Stream,
  isIncomplete,
  settle,
  withhold,
} from '../../../kit/index.ts'
import type { Aws, Parameters } from '../client.ts'

/** One response for all calls, a list of pages, or a function of the parameters. */
type Answer = object | readonly object[] | ((parameters: Parameters) => object)

export const refused = (code: string): CallProblem =>
  new CallProblem(code, 'denied', null, `answered ${code}`)

export function answering(answers: Readonly<Record<string, Answer>>): Aws {
  const pagesOf = (name: string, parameters: Parameters = {}): readonly object[] => {
    const given = answers[name]
    if (given === undefined) throw new Error(`nobody prepared an answer to ${name}`)
    const answer = typeof given === 'function' ? given(parameters) : given
    return Array.isArray(answer) ? answer : [answer]
  }
  const aws = {
    account: '123456789012',
    partition: 'aws',
    call: async (name: string, parameters?: Parameters) => pagesOf(name, parameters)[0],
    async *pages(name: string, parameters?: Parameters) {
      yield* pagesOf(name, parameters)
    },
    broken: (name: string, lacks: string) =>
      new CallProblem('broken_answer', 'error', name, `${name} lacks ${lacks}`),
  }
  return aws as unknown as Aws // responses are set by the test
}

export const collecting = (client: Aws): Collecting<Aws> =>
  ({
    client,
    account: '123456789012',
    partition: 'aws',
    region: 'eu-west-1',
    regions: ['eu-west-1'],
  }) as unknown as Collecting<Aws> // no clock, no signal

/** The records of a stream, with these fields read. */
export async function recordsOf<R extends Resource>(
  stream: Stream<R> | readonly Stream<R>[],
  ...wanted: readonly (keyof R & string)[]
): Promise<readonly R[]> {
  const found: R[] = []
  for (const one of [stream].flat() as Stream<R>[])
    for await (const it of one.open()) {
      if (isIncomplete(it)) withhold(it.gap)
      found.push((await settle(it as unknown as Description<Resource>, new Set(wanted))) as R)
    }
  return found
}
