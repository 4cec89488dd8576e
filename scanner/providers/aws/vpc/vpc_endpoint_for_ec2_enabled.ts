import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_endpoint_for_ec2_enabled',
  title: 'VPC has an interface endpoint for the EC2 API',
  description:
    'Reads the endpoints of each VPC to find one for the EC2 API, which lets resources call EC2 without internet access.',
  risk: 'Without an endpoint, resources that call EC2 need a route out of the VPC, and an attacker who compromises them can use the same route.',
  decision:
    'Passes if the VPC has an available endpoint for the EC2 API of the region (com.amazonaws.<region>.ec2). Fails if it has none, or if no such endpoint is available. Whether resources in the VPC call EC2 is not evaluated.',
  fix: {
    text: 'Create an interface endpoint for EC2 in the VPC.',
    console: [
      'Open the VPC console, choose Endpoints, and then choose Create endpoint.',
      'Under AWS services, choose the service whose name ends in .ec2.',
      'Choose the VPC, a subnet in each Availability Zone, and a security group that allows HTTPS from the VPC.',
      'Restrict the policy to your own account, and choose Create endpoint.',
    ],
    cli: 'aws ec2 create-vpc-endpoint --vpc-endpoint-type Interface --vpc-id <vpc id> --service-name com.amazonaws.<region>.ec2 --subnet-ids <subnet ids> --security-group-ids <group id> --private-dns-enabled',
    terraform: `resource "aws_vpc_endpoint" "ec2" {
  vpc_id              = aws_vpc.main.id
  service_name        = "com.amazonaws.eu-central-1.ec2"
  vpc_endpoint_type   = "Interface"
  subnet_ids          = aws_subnet.private[*].id
  security_group_ids  = [aws_security_group.endpoints.id]
  private_dns_enabled = true
}`,
  },
  source: 'https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/interface-vpc-endpoints.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-10'],
  over: 'vpcs',
  needs: ['endpoints'],
  judge: ({ vpc_id: id, name, region, endpoints }) => {
    const found = endpoints.filter(({ service }) => service.endsWith(`.${region}.ec2`))
    if (found.length === 0) return fail(`${label(id, name)} has no endpoint for EC2.`)
    // The API reference capitalizes the states, its responses do not.
    return found.some(({ state }) => state.toLowerCase() === 'available')
      ? pass(`${label(id, name)} has an endpoint for EC2.`)
      : fail(`${label(id, name)} has an endpoint for EC2 that is not available.`)
  },
})
