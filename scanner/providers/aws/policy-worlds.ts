import { parsePolicy } from './policy/index.ts'

/** For fixtures: creates a resource's policy with one statement, which allows one action. */
export const allowingAction = (Action: string) => (Principal: unknown, Condition?: unknown) =>
  parsePolicy(
    JSON.stringify({
      Statement: { Effect: 'Allow', Action, Resource: '*', Principal, Condition },
    }),
  )
