import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_logging_enabled',
  title: 'Every container sends its output to a log',
  description:
    'Reads whether each container of the newest active revision of a task definition, and of every revision that a service runs, has a log driver.',
  risk: 'What a container prints is gone with it, and an attack on a task that lived for a minute leaves nothing to look at.',
  decision:
    'Fails when a container has no log driver, and passes when all have one, whichever it is. Whether the logs arrive is not looked at. Judged are the newest active revision of each family and every revision that a service, its deployments or task sets run, also a deregistered one; tasks that were started from other revisions are not looked at.',
  fix: {
    text: 'Give every container a log configuration, for example with the driver awslogs.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, then choose Create new revision.',
      'Turn on log collection in each container, then choose Create.',
      'Update the services that use the family.',
      'A revision made by the command has only what it is given: put roles, volumes and all containers that describe-task-definition shows into the file, with a logConfiguration in each container.',
    ],
    cli: 'aws ecs register-task-definition --cli-input-json file://task-with-logs.json',
    terraform: `resource "aws_ecs_task_definition" "shop" {
  family = "shop"
  container_definitions = jsonencode([{
    name   = "web"
    image  = "\${aws_ecr_repository.shop.repository_url}:1.4.2"
    memory = 512
    logConfiguration = {
      logDriver = "awslogs"
      options = {
        awslogs-group         = aws_cloudwatch_log_group.shop.name
        awslogs-region        = "eu-west-1"
        awslogs-stream-prefix = "web"
      }
    }
  }])
}`,
  },
  source: 'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/using_awslogs.html',
  over: 'taskDefinitions',
  needs: ['definition'],
  judge: ({ name, definition }) => {
    const silent = definition.containers.filter(({ log_driver: driver }) => driver === null)
    return silent.length > 0
      ? fail(`The task definition ${name} logs nothing of ${namesOf(silent)}.`)
      : pass(`The task definition ${name} has a log driver for every container.`)
  },
})
