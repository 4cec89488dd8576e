import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'

export interface StateMachine extends Resource {
  readonly details: Maybe<{
    /** `ALL`, `ERROR`, `FATAL` or `OFF`. */
    readonly log_level: string
    /** True if encrypted with a customer’s KMS key, false for a key that AWS owns. */
    readonly own_key: boolean
  }>
}

export interface StepFunctions {
  stateMachines: StateMachine
}

export const check = checkFor<StepFunctions>()
