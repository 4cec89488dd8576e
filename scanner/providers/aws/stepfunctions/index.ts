import { service } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import { collect } from './collect.ts'
import type { StepFunctions } from './resources.ts'
import statemachineEncryptedWithCmk from './stepfunctions_statemachine_encrypted_with_cmk.ts'
import statemachineLoggingEnabled from './stepfunctions_statemachine_logging_enabled.ts'

export default service<StepFunctions, Aws>({
  name: 'stepfunctions',
  scope: 'regional',
  kinds: {
    stateMachines: {
      list: ['states:ListStateMachines'],
      fields: { details: ['states:DescribeStateMachine'] },
    },
  },
  collect,
  checks: [statemachineEncryptedWithCmk, statemachineLoggingEnabled],
})
