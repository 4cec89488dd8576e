import { fail, pass } from '../../../kit/index.ts'
import { hostLabel } from './enclave-hosts.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_confidential_workload_host_not_running',
  title: 'Nitro Enclaves parent instance is running',
  description:
    'Reads the state of each instance that can run Nitro Enclaves. An enclave runs only while its parent instance runs.',
  risk: 'While the parent instance is stopped, its enclaves and their memory are lost, and workloads that depend on them wait or fail.',
  decision:
    'Passes if the instance is running. Fails if it is stopped or stopping. Only instances launched with enclave support are evaluated; other instances give no finding. Instances that are starting give no finding, and terminated instances are not listed.',
  fix: {
    text: 'Start the parent instance and its enclaves again, or terminate it if it is no longer needed.',
    console: [
      'Open the EC2 console, choose Instances, and select the parent instance.',
      'Choose Instance state, and then choose Start instance.',
      'Start its enclaves again. They do not restart automatically.',
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
      ? fail(`${hostLabel(instance)} is ${instance.state}, so its enclaves are not running.`)
      : []
  },
})
