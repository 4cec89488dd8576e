import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_service_no_assign_public_ip',
  title: 'Service gives its tasks no public addresses',
  description:
    'Reads whether each active service gives the network interfaces of its tasks public addresses.',
  risk: 'A task with a public address answers the whole internet on every port that its security group opens, past the load balancer and its filters.',
  decision:
    'Fails when assignPublicIp is ENABLED, passes when it is DISABLED or not set. Services whose tasks have no network interface of their own, and services that are not active, give no finding. Task sets are for a check of their own.',
  fix: {
    text: 'Turn off public addresses, and let tasks out through a NAT gateway or VPC endpoints.',
    console: [
      'Open Amazon ECS, choose the cluster, choose the service, and choose Update service.',
      'Under Networking choose private subnets, and set Public IP to turned off.',
      'Choose Update; the service then replaces its tasks.',
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
  needs: [],
  judge: ({ name, status, public_ip: isPublic }) => {
    if (status !== 'ACTIVE' || isPublic === null) return []
    return isPublic
      ? fail(`The service ${name} gives its tasks public addresses.`)
      : pass(`The service ${name} gives its tasks no public addresses.`)
  },
})
