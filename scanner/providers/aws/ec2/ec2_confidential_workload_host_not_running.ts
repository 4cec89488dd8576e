import { fail, pass } from '../../../kit/index.ts'
import { hostLabel } from './enclave-hosts.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_confidential_workload_host_not_running',
  title: 'Host of enclaves is running',
  description:
    'Takes the instances that may run Nitro Enclaves, and reads whether they run: an enclave lives no longer than its host.',
  risk: 'While the host is stopped its enclaves are gone with all that was in their memory, and whatever relies on them waits or fails.',
  decision:
    'Judges instances that were started with enclave support; others give no finding. Passes when the host is running, and fails when it is stopped or stopping. Hosts that are just starting give no finding, and terminated ones are not listed.',
  fix: {
    text: 'Start the host and its enclaves again, or terminate it when it is no longer needed.',
    console: [
      'Open the EC2 console, choose Instances, and select the host.',
      'Choose Instance state, then Start instance.',
      'Start the enclaves on it again: they do not come back by themselves.',
    ],
    cli: 'aws ec2 start-instances --instance-ids <host id>',
    terraform: `resource "aws_ec2_instance_state" "enclave_host" {
  instance_id = aws_instance.enclave_host.id
  state       = "running"
}`,
  },
  source: 'https://docs.aws.amazon.com/enclaves/latest/user/nitro-enclave-concepts.html',
  links: ['https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/ec2-instance-lifecycle.html'],
  over: 'instances',
  needs: ['enclaves'],
  judge: (instance) => {
    if (!instance.enclaves) return []
    if (instance.state === 'running') return pass(`${hostLabel(instance)} is running.`)
    return instance.state === 'stopped' || instance.state === 'stopping'
      ? fail(`${hostLabel(instance)} is ${instance.state}, and its enclaves with it.`)
      : []
  },
})
