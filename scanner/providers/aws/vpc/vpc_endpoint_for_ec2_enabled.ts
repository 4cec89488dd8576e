import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_endpoint_for_ec2_enabled',
  title: 'VPC reaches the API of EC2 through an endpoint',
  description:
    'Looks among the endpoints of each VPC for one to the API of EC2, so that calls to it need no way to the internet.',
  risk: 'Machines that call EC2 need a route out of the VPC, and whatever takes them over can use the same route.',
  decision:
    'Passes when the VPC has an available endpoint whose service is EC2’s API of the region (com.amazonaws.<region>.ec2). Fails when it has none, or when it is not available yet or any more. Whether anything in the VPC calls EC2 is not asked.',
  fix: {
    text: 'Create an interface endpoint for EC2 in the VPC.',
    console: [
      'Open the VPC console, choose Endpoints, then Create endpoint.',
      'Under AWS services, choose the service whose name ends in .ec2.',
      'Choose the VPC, a subnet in each Availability Zone, and a security group that lets HTTPS in from the VPC.',
      'Narrow the policy to your own account, then choose Create endpoint.',
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
    // The API's reference capitalises the states, its answers do not.
    return found.some(({ state }) => state.toLowerCase() === 'available')
      ? pass(`${label(id, name)} has an endpoint for EC2.`)
      : fail(`${label(id, name)} has an endpoint for EC2 that is not available.`)
  },
})
