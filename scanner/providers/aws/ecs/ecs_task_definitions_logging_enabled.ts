import { fail, pass } from '../../../kit/index.ts'
import { check, namesOf } from './resources.ts'

export default check({
  id: 'ecs_task_definitions_logging_enabled',
  title: 'ECS task definition has logging enabled for all containers',
  description:
    'Reads whether each container in the newest active revision of each task definition and in every revision that a service runs has a log driver.',
  risk: 'Without a log driver, container output is lost when the task stops, so attacks on short-lived tasks cannot be investigated.',
  decision:
    'Fails if a container has no log driver, and passes if all have one, of any type. Log delivery is not evaluated. The newest active revision of each family and every revision that a service, its deployments or task sets run are evaluated, including deregistered revisions. Tasks started from other revisions are not evaluated.',
  fix: {
    text: 'Add a log configuration to every container, for example with the awslogs driver.',
    console: [
      'Open Amazon ECS, choose Task definitions, and choose the family.',
      'Select the newest revision, and choose Create new revision.',
      'Turn on log collection in each container, and choose Create.',
      'Update the services that use the family.',
      'The command creates a revision with only the given settings. Copy the roles, volumes and all containers from the output of describe-task-definition into the file for --cli-input-json, and add a logConfiguration to each container.',
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
      ? fail(`The task definition ${name} has no log driver for ${namesOf(silent)}.`)
      : pass(`The task definition ${name} has a log driver for every container.`)
  },
})
