import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_service_no_assign_public_ip',
  title: 'ECS service does not assign public IP addresses',
  description:
    'Reads whether each active service assigns public IP addresses to the network interfaces of its tasks.',
  risk: 'The internet can reach a task with a public address on every port that its security group allows, bypassing the load balancer and its filters.',
  decision:
    'Fails if assignPublicIp is ENABLED, and passes if it is DISABLED or not set. Services whose tasks do not have their own network interface, and services that are not active, give no finding. Task sets are covered by a separate check.',
  fix: {
    text: 'Disable public IP addresses, and use a NAT gateway or VPC endpoints for outbound traffic.',
    console: [
      'Open Amazon ECS, choose the cluster, choose the service, and choose Update service.',
      'Under Networking, choose private subnets, and turn off Public IP.',
      'Choose Update. The service then replaces its tasks.',
    ],
    cli: "aws ecs update-service --cluster <cluster> --service <service> --network-configuration 'awsvpcConfiguration={subnets=[<private subnets>],securityGroups=[<all groups in use>],assignPublicIp=DISABLED}'",
    terraform: `resource "aws_ecs_service" "web" {
  name            = "web"
  cluster         = aws_ecs_cluster.shop.id
  task_definition = aws_ecs_task_definition.shop.arn

  network_configuration {
    subnets          = var.private_subnet_ids
    security_groups  = [aws_security_group.web.id]
    assign_public_ip = false
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/fargate-task-networking.html',
  over: 'services',
  needs: ['public_ip'],
  judge: ({ name, status, public_ip: isPublic }) => {
    if (status !== 'ACTIVE' || isPublic === null) return []
    return isPublic
      ? fail(`The service ${name} assigns public IP addresses to its tasks.`)
      : pass(`The service ${name} does not assign public IP addresses to its tasks.`)
  },
})
