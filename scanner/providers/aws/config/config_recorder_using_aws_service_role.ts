import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'config_recorder_using_aws_service_role',
  title: 'Recorder works with the role of AWS Config',
  description:
    'Reads by which role a configuration recorder looks at resources: the service-linked one, which AWS keeps up, or another.',
  risk: 'A role of one’s own lacks the permissions for newer kinds of resources, which then stay unrecorded, and it can be widened and used by others.',
  decision:
    'Passes when the recorder’s role is the service-linked AWSServiceRoleForConfig. Fails with any other role, and with none. Recorders that other services keep for themselves are not judged.',
  fix: {
    text: 'Let the recorder use the service-linked role of AWS Config.',
    console: [
      'Open AWS Config in the region, choose Settings, and choose Edit.',
      'Under Data governance choose the existing service-linked role of AWS Config, and save.',
      'The command replaces the recorder: put name, recordingGroup and recordingMode as describe-configuration-recorders shows them into the file, and the ARN of the service-linked role as roleARN.',
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
      ? pass(`The recorder ${name} of ${region} works with the service-linked role.`)
      : fail(`The recorder ${name} of ${region} works with ${role ?? 'no role'}.`),
})
