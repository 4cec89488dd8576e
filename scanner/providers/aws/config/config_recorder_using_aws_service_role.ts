import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'config_recorder_using_aws_service_role',
  title: 'AWS Config recorder uses the service-linked role',
  description:
    'Reads the role of each configuration recorder, which can be the service-linked role that AWS maintains or another role.',
  risk: 'A custom role lacks permissions for newer resource types, which then are not recorded. It can also be extended and used for other purposes.',
  decision:
    'Passes if the recorder uses the service-linked role AWSServiceRoleForConfig. Fails if it uses another role or none. Recorders that other services manage give no finding.',
  fix: {
    text: 'Configure the recorder to use the service-linked role of AWS Config.',
    console: [
      'Open AWS Config in the region, choose Settings, and choose Edit.',
      'Under Data governance, choose the existing service-linked role of AWS Config, and save.',
      'The command replaces the recorder: put name, recordingGroup and recordingMode from describe-configuration-recorders into the file for --configuration-recorder, and set roleARN to the ARN of the service-linked role.',
    ],
    cli: 'aws configservice put-configuration-recorder --configuration-recorder file://recorder-with-aws-role.json',
    terraform: `resource "aws_iam_service_linked_role" "config" {
  aws_service_name = "config.amazonaws.com"
}

resource "aws_config_configuration_recorder" "by_service_role" {
  name     = "default"
  role_arn = aws_iam_service_linked_role.config.arn

  recording_group {
    all_supported                 = true
    include_global_resource_types = true
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/config/latest/developerguide/using-service-linked-roles.html',
  over: 'recorders',
  needs: [],
  judge: ({ name, region, role }) =>
    role?.includes(':role/aws-service-role/config.amazonaws.com/')
      ? pass(`The recorder ${name} in ${region} uses the service-linked role.`)
      : fail(`The recorder ${name} in ${region} uses ${role ?? 'no role'}.`),
})
