import type { PlainService } from './plain.ts'

export const states: PlainService = {
  name: 'states',
  protocol: 'json',
  target: 'AWSStepFunctions',
  operations: {
    ListStateMachines: { list: 'stateMachines', token: 'nextToken', size: 'maxResults' },
    DescribeStateMachine: { by: 'stateMachineArn', none: ['StateMachineDoesNotExist', 400] },
  },
}
