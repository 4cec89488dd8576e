import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'awslambda_function_inside_vpc',
  title: 'Lambda function is connected to a VPC',
  description: 'Reads whether each function is connected to a VPC.',
  risk: 'A function outside a VPC connects to its databases over public addresses, without security groups or flow logs.',
  decision:
    'Passes if the function has a VPC configured. Fails if it has none. Whether the function needs resources in a VPC is not known, so mute the finding for functions that use only AWS services.',
  fix: {
    text: 'Connect the function to private subnets of the VPC that it uses.',
    console: [
      'Open AWS Lambda, choose the function, then Configuration and VPC.',
      'Choose Edit, and select the VPC, private subnets in two Availability Zones, and a security group.',
      'Choose Save. The execution role needs the permissions of AWSLambdaVPCAccessExecutionRole.',
    ],
    cli: 'aws lambda update-function-configuration --function-name <function> --vpc-config SubnetIds=<first-subnet-id>,<second-subnet-id>,SecurityGroupIds=<group-id>',
    terraform: `resource "aws_lambda_function" "resize" {
  function_name = "resize"
  role          = aws_iam_role.resize.arn
  filename      = "resize.zip"
  handler       = "index.handler"
  runtime       = "nodejs24.x"

  vpc_config {
    subnet_ids         = var.private_subnet_ids
    security_group_ids = [aws_security_group.resize.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/lambda/latest/dg/configuration-vpc.html',
  over: 'functions',
  needs: ['vpc_id'],
  judge: ({ name, vpc_id: vpc }) =>
    vpc === null
      ? fail(`The function ${name} is not connected to a VPC.`)
      : pass(`The function ${name} is connected to the VPC ${vpc}.`),
})
