import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'stepfunctions_statemachine_encrypted_with_cmk',
  title: 'Step Functions state machine is encrypted with a customer managed key',
  description:
    'Reads the type of key that encrypts the definition and the execution data of each state machine.',
  risk: 'With an AWS owned key, you cannot revoke access to execution data or see who read it.',
  decision:
    'Passes if the encryption type is a customer managed KMS key. Fails if it is an AWS owned key, which is the default.',
  fix: {
    text: 'Encrypt the state machine with a customer managed key.',
    console: [
      'Open AWS Step Functions, choose State machines, choose the state machine, and choose Edit.',
      'On the Config tab, under Additional configuration, choose Encrypt with customer managed key and the key.',
      'Allow the role of the state machine to use the key, and choose Save.',
    ],
    cli: 'aws stepfunctions update-state-machine --state-machine-arn <machine> --encryption-configuration type=CUSTOMER_MANAGED_KMS_KEY,kmsKeyId=<key>,kmsDataKeyReusePeriodSeconds=300',
    terraform: `resource "aws_sfn_state_machine" "orders" {
  name       = "orders"
  role_arn   = aws_iam_role.orders.arn
  definition = file("orders.asl.json")

  encryption_configuration {
    type                              = "CUSTOMER_MANAGED_KMS_KEY"
    kms_key_id                        = aws_kms_key.orders.arn
    kms_data_key_reuse_period_seconds = 300
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/step-functions/latest/dg/encryption-at-rest.html',
  over: 'stateMachines',
  needs: ['details'],
  judge: ({ name, details: { own_key } }) =>
    own_key
      ? pass(`The state machine ${name} is encrypted with a customer managed key.`)
      : fail(`The state machine ${name} is encrypted with an AWS owned key.`),
})
