import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_instance_imdsv2_enabled',
  title: 'EC2 instance requires IMDSv2',
  description:
    'Reads the metadata options of each instance: whether the metadata service is enabled, and whether requests require a session token.',
  risk: 'With IMDSv1, one forged request through a web application can expose the credentials of the instance role.',
  decision:
    'Passes if tokens are required or the metadata service is disabled. Fails if the service is enabled and tokens are optional. Stopped instances are evaluated. The hop limit and whether a role is attached do not matter.',
  fix: {
    text: 'Require session tokens. First check the MetadataNoToken metric for programs that still send requests without a token.',
    console: [
      'Open Amazon EC2, choose Instances, select the instance, and check the MetadataNoToken metric for requests without a token.',
      'Choose Actions, Instance settings, and then Modify instance metadata options.',
      'Leave Instance metadata service enabled, set IMDSv2 to Required, and choose Save. The instance keeps running.',
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
        `${label(instance.instance_id, instance.name)} has the instance metadata service disabled.`,
      )
    }
    return tokens === 'required'
      ? pass(`${label(instance.instance_id, instance.name)} requires IMDSv2 session tokens.`)
      : fail(
          `${label(instance.instance_id, instance.name)} does not require IMDSv2 session tokens (${tokens}).`,
        )
  },
})
