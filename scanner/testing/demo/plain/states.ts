/** Workflows: orders, which are logged under a key of the account, and a nightly clean-up that is not. */
import { demoId } from '../facts.ts'

const machine = (name: string) => ({
  stateMachineArn: `arn:aws:states:eu-central-1:${demoId}:stateMachine:${name}`,
  name,
  type: 'STANDARD',
})
const orders = machine('orders')
const cleanUp = machine('clean-up')
const key = `arn:aws:kms:eu-central-1:${demoId}:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a01`

export const demoStepFunctions = () => ({
  'eu-central-1': {
    ListStateMachines: { stateMachines: [orders, cleanUp] },
    DescribeStateMachine: {
      [orders.stateMachineArn]: {
        ...orders,
        status: 'ACTIVE',
        loggingConfiguration: { level: 'ALL', includeExecutionData: false },
        encryptionConfiguration: { type: 'CUSTOMER_MANAGED_KMS_KEY', kmsKeyId: key },
      },
      [cleanUp.stateMachineArn]: {
        ...cleanUp,
        status: 'ACTIVE',
        loggingConfiguration: { level: 'OFF', includeExecutionData: false },
      },
    },
  },
})
