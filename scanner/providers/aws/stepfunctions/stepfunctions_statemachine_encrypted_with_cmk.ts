import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'stepfunctions_statemachine_encrypted_with_cmk',
  title: 'State machine is encrypted with a KMS key of your own',
  description:
    'Reads with whose key Step Functions encrypts each state machine’s definition and the data of its runs.',
  risk: 'With a key of AWS’s you can neither take access to the data of runs away nor see who read it.',
  decision:
    'Passes when the type of encryption is a customer managed KMS key. Fails when it is a key that AWS owns, which it is unless somebody chose otherwise.',
  fix: {
    text: 'Encrypt the state machine with a customer managed key.',
    console: [
      'Open AWS Step Functions, choose State machines, choose the state machine, and choose Edit.',
      'On the tab Config, under Additional configuration, choose Encrypt with customer managed key and the key.',
      'Let the role of the state machine use the key, and choose Save.',
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
      : fail(`The state machine ${name} is encrypted with a key that AWS owns.`),
})
