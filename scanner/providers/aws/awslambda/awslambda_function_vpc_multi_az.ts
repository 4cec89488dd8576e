import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_vpc_multi_az',
  title: 'Lambda function in a VPC uses multiple Availability Zones',
  description: 'Reads from EC2 the Availability Zones of the subnets of each function.',
  risk: 'If its only Availability Zone fails, the function cannot start, and its callers fail too.',
  decision:
    'Fails if the subnets are in fewer Availability Zones than `lambda_min_azs` (default 2). Passes otherwise. Functions outside a VPC give no finding, because AWS distributes them automatically.',
  fix: {
    text: 'Configure the function with subnets in at least two Availability Zones.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and VPC.',
      'Choose Edit, and add a private subnet in another Availability Zone.',
      'Choose Save.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --vpc-config SubnetIds=<subnets in use>,<subnet in another zone>,SecurityGroupIds=<groups in use>',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"

  vpc_config {
    subnet_ids         = [aws_subnet.private_a.id, aws_subnet.private_b.id]
    security_group_ids = [aws_security_group.resize.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html',
  links: ['https://docs.aws.amazon.com/lambda/latest/dg/security-resilience.html'],
  over: 'functions',
  needs: ['vpc_id', 'zones'],
  config: { lambda_min_azs: 2 },
  judge: ({ name, vpc_id: vpc, zones }, { config }) => {
    if (vpc === null) return []
    const list = zones.join(', ') || 'no Availability Zone'
    return zones.length >= config.lambda_min_azs
      ? pass(`The function ${name} has subnets in ${list}.`)
      : fail(
          `The function ${name} has subnets in ${list}, but ${config.lambda_min_azs} Availability Zones are required.`,
        )
  },
})
