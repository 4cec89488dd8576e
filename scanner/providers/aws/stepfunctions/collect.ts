import { type Collected, type Collecting, each, read } from '../../../kit/index.ts'
import type { Aws } from '../client.ts'
import type { StateMachine, StepFunctions } from './resources.ts'

interface Listed {
  stateMachineArn: string
  name: string
}

async function* stateMachines(aws: Aws) {
  const operation = 'stepfunctions:ListStateMachines'
  for await (const page of aws.pages<{ stateMachines?: Listed[] }>(operation)) {
    if (!page.stateMachines) throw aws.broken(operation, 'stateMachines')
    yield* page.stateMachines
  }
}

async function detailsOf(aws: Aws, stateMachineArn: string) {
  interface Answer {
    stateMachineArn?: string
    loggingConfiguration?: { level?: string }
    encryptionConfiguration?: { type?: string }
  }
  const operation = 'stepfunctions:DescribeStateMachine'
  const it = await aws.call<Answer>(operation, { stateMachineArn })
  if (!it.stateMachineArn) throw aws.broken(operation, 'stateMachineArn')
  return {
    // By default nothing is logged and an AWS owned key is used.
    log_level: it.loggingConfiguration?.level ?? 'OFF',
    own_key: it.encryptionConfiguration?.type === 'CUSTOMER_MANAGED_KMS_KEY',
  }
}

export const collect = ({ client: aws, region }: Collecting<Aws>): Collected<StepFunctions> => ({
  stateMachines: each<Listed, StateMachine>(stateMachines(aws), (it) => ({
    uid: it.stateMachineArn,
    name: it.name,
    region,
    details: read(() => detailsOf(aws, it.stateMachineArn)),
  })),
})
