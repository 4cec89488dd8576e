import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'sagemaker_models_vpc_settings_configured',
  title: 'Model’s containers are in a VPC of yours',
  description: 'Reads whether the containers of each model run in subnets that you chose.',
  risk: 'What the containers send to buckets and elsewhere passes none of your security groups and flow logs.',
  decision:
    'Passes when the model names subnets of a VPC, fails when it names none, also when it is isolated from every network.',
  fix: {
    text: 'Make the model anew with subnets and security groups.',
    console: [
      'Open Amazon SageMaker AI, choose Models, and choose Create model.',
      'Name the same container and role, and under Network choose the VPC, subnets and security groups.',
      'Create the model, make an endpoint configuration with it, and update the endpoint.',
    ],
    cli: 'aws sagemaker create-model --model-name <name> --execution-role-arn <role> --primary-container Image=<image> --vpc-config Subnets=<subnet>,SecurityGroupIds=<group>',
    terraform: `resource "aws_sagemaker_model" "forecast" {
  name               = "forecast"
  execution_role_arn = aws_iam_role.model.arn

  primary_container {
    image = "111122223333.dkr.ecr.eu-west-1.amazonaws.com/forecast:1"
  }

  vpc_config {
    subnets            = [aws_subnet.private.id]
    security_group_ids = [aws_security_group.model.id]
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/sagemaker/latest/dg/host-vpc.html',
  over: 'models',
  needs: ['details'],
  judge: ({ name, details: { in_vpc } }) =>
    in_vpc
      ? pass(`The containers of the model ${name} are in a VPC of yours.`)
      : fail(`The containers of the model ${name} are in no VPC of yours.`),
})
