import { fail, pass } from '../../../kit/index.ts'
import { hostLabel } from './enclave-hosts.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_confidential_workload_host_public_ip',
  title: 'Nitro Enclaves parent instance has no public IPv4 address',
  description:
    'Reads the public IPv4 addresses of the network interfaces of each instance that can run Nitro Enclaves.',
  risk: 'The internet can scan an instance with a public address, and a vulnerability in the parent instance puts its enclaves at risk.',
  decision:
    'Fails if an interface of the instance has a public IPv4 address, including Elastic IP addresses. Passes if no interface has one. Only instances launched with enclave support are evaluated; other instances give no finding. IPv6 addresses do not count, because subnets with IPv6 assign public addresses; a separate check evaluates the security groups.',
  fix: {
    text: 'Run the parent instance in a private subnet, behind a load balancer if it receives external requests.',
    console: [
      'Open the EC2 console, and create an image or a launch template of the parent instance.',
      'Launch the instance in a private subnet with Auto-assign public IP disabled and enclaves enabled.',
      'Register the new instance with the load balancer, and start its enclaves.',
      'Release the Elastic IP address, and terminate the old instance.',
    ],
    cli: 'aws ec2 modify-network-interface-attribute --network-interface-id <interface id> --no-associate-public-ip-address',
    terraform: `resource "aws_instance" "enclave_host" {
  ami                         = data.aws_ami.host.id
  instance_type               = "m6i.xlarge"
  subnet_id                   = aws_subnet.private.id
  associate_public_ip_address = false
  enclave_options {
    enabled = true
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/using-instance-addressing.html',
  links: ['https://docs.aws.amazon.com/enclaves/latest/user/nitro-enclave.html'],
  over: 'instances',
  needs: ['enclaves', 'interfaces'],
  judge: (instance) => {
    if (!instance.enclaves) return []
    const addresses = instance.interfaces.flatMap(({ public_ipv4 }) => public_ipv4)
    return addresses.length > 0
      ? fail(`${hostLabel(instance)} has the public address ${addresses.join(', ')}.`)
      : pass(`${hostLabel(instance)} has no public IPv4 address.`)
  },
})
