import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_imdsv2_enabled',
  title: 'Instance serves its metadata only to requests with a session token',
  description:
    'Reads the metadata options of each instance: whether the service answers, and whether a request has to bring a session token.',
  risk: 'With version 1 of the metadata service one forged request through a web application is enough to carry off the credentials of the instance’s role.',
  decision:
    'Passes when tokens are required, and when the metadata service is turned off. Fails when it answers and tokens are optional. Stopped instances are judged as well. The hop limit and whether a role is attached make no difference.',
  fix: {
    text: 'Require session tokens; look at the metric MetadataNoToken first, for programs that still ask without one.',
    console: [
      'Open Amazon EC2, choose Instances, select the instance, and look at the metric MetadataNoToken for calls without a token.',
      'Choose Actions, then Instance settings, then Modify instance metadata options.',
      'Leave Instance metadata service enabled, set IMDSv2 to Required, and choose Save; the instance goes on running.',
    ],
    cli: 'aws ec2 modify-instance-metadata-options --instance-id <id> --http-tokens required --http-endpoint enabled',
    terraform: `resource "aws_instance" "app" {
  ami           = var.image_id
  instance_type = "m7i.large"

  metadata_options {
    http_endpoint = "enabled"
    http_tokens   = "required"
  }
}`,
    url: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-IMDS-existing-instances.html',
  },
  source:
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html',
  links: [
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/instance-metadata-transition-to-version-2.html',
  ],
  over: 'instances',
  needs: ['metadata'],
  judge: (instance) => {
    const { endpoint, tokens } = instance.metadata
    if (endpoint === 'disabled') {
      return pass(
        `${label(instance.instance_id, instance.name)} has its metadata service turned off.`,
      )
    }
    return tokens === 'required'
      ? pass(
          `${label(instance.instance_id, instance.name)} requires a session token for its metadata.`,
        )
      : fail(
          `${label(instance.instance_id, instance.name)} gives its metadata without a session token (${tokens}).`,
        )
  },
})
