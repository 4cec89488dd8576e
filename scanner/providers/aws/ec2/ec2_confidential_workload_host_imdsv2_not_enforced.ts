import { fail, pass } from '../../../kit/index.ts'
import { hostLabel } from './enclave-hosts.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_confidential_workload_host_imdsv2_not_enforced',
  title: 'Host of enclaves serves its metadata only with a session token',
  description:
    'Takes the instances that may run Nitro Enclaves, and reads whether their metadata service answers requests without a session token (version 1).',
  risk: 'One forged request through a program on the host hands out the credentials of its role, with which somebody may use the KMS keys or the stored data that were meant for the enclave.',
  decision:
    'Judges instances that were started with enclave support; others give no finding. Passes when session tokens are required or the metadata service is turned off, and fails when tokens are optional.',
  fix: {
    text: 'Require session tokens on the host, or turn its metadata service off where nothing needs it.',
    console: [
      'Open the EC2 console, choose Instances, and select the host.',
      'Choose Actions, Instance settings, then Modify instance metadata options.',
      'Set IMDSv2 to Required, and choose Save.',
      'Set the same in the launch template that starts such hosts.',
    ],
    cli: 'aws ec2 modify-instance-metadata-options --instance-id <host id> --http-endpoint enabled --http-tokens required --http-put-response-hop-limit 1',
    terraform: `resource "aws_instance" "enclave_host" {
  ami           = data.aws_ami.host.id
  instance_type = "m6i.xlarge"
  enclave_options {
    enabled = true
  }
  metadata_options {
    http_endpoint = "enabled"
    http_tokens   = "required"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/configuring-instance-metadata-service.html',
  links: ['https://docs.aws.amazon.com/enclaves/latest/user/nitro-enclave.html'],
  over: 'instances',
  needs: ['enclaves', 'metadata'],
  judge: (instance) => {
    if (!instance.enclaves) return []
    const { endpoint, tokens } = instance.metadata
    if (endpoint === 'disabled') {
      return pass(`${hostLabel(instance)} has its metadata service turned off.`)
    }
    return tokens === 'required'
      ? pass(`${hostLabel(instance)} requires a session token for its metadata.`)
      : fail(`${hostLabel(instance)} gives its metadata without a session token (${tokens}).`)
  },
})
