import { fail, pass } from '../../../kit/index.ts'
import { hostLabel } from './enclave-hosts.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_confidential_workload_host_public_ip',
  title: 'Host of enclaves has no public IPv4 address',
  description:
    'Takes the instances that may run Nitro Enclaves, and reads the public IPv4 addresses of their network interfaces.',
  risk: 'A host with an address of the internet is scanned from its first minute, and any hole in it is a hole beside the enclave.',
  decision:
    'Judges instances that were started with enclave support; others give no finding. Fails when one of the host’s interfaces has a public IPv4 address, Elastic IP addresses included. Passes when none has. IPv6 addresses do not count, for those of every subnet with IPv6 are public ones; what may reach them is for the check of the host’s security groups.',
  fix: {
    text: 'Run the host in a private subnet, behind a load balancer where requests come from outside.',
    console: [
      'Open the EC2 console, and create an image or a launch template of the host.',
      'Launch it again in a private subnet with Auto-assign public IP disabled and with enclaves enabled.',
      'Register the new host with the load balancer, and start its enclaves.',
      'Release the Elastic IP address, and terminate the old host.',
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
