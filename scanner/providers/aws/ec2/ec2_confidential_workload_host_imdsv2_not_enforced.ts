import { fail, pass } from '../../../kit/index.ts'
import { hostLabel } from './enclave-hosts.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_confidential_workload_host_imdsv2_not_enforced',
  title: 'Nitro Enclaves parent instance requires IMDSv2',
  description:
    'Reads the metadata options of each instance that can run Nitro Enclaves to determine whether IMDSv1 requests, without a session token, are accepted.',
  risk: 'A forged request through a program on the parent instance can expose the credentials of its role. An attacker can then use KMS keys and stored data intended for the enclave.',
  decision:
    'Passes if session tokens are required or the metadata service is disabled. Fails if tokens are optional. Only instances launched with enclave support are evaluated; other instances give no finding.',
  fix: {
    text: 'Require session tokens on the parent instance, or disable the metadata service if it is not used.',
    console: [
      'Open the EC2 console, choose Instances, and select the parent instance.',
      'Choose Actions, Instance settings, and then Modify instance metadata options.',
      'Set IMDSv2 to Required, and choose Save.',
      'Apply the same setting in the launch template of the parent instances.',
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
      return pass(`${hostLabel(instance)} has the instance metadata service disabled.`)
    }
    return tokens === 'required'
      ? pass(`${hostLabel(instance)} requires IMDSv2 session tokens.`)
      : fail(`${hostLabel(instance)} does not require IMDSv2 session tokens (${tokens}).`)
  },
})
