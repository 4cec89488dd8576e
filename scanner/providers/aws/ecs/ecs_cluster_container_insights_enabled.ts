import { fail, pass } from '../../../kit/index.ts'
import { check } from './resources.ts'

export default check({
  id: 'ecs_cluster_container_insights_enabled',
  title: 'ECS cluster has Container Insights enabled',
  description: 'Reads whether each active cluster sends metrics to CloudWatch Container Insights.',
  risk: 'Without metrics, tasks that restart repeatedly or instances that run out of resources are detected only when users report failures.',
  decision:
    'Fails if the setting containerInsights is disabled, and passes if it is enabled or enhanced. Clusters that are not active give no finding.',
  fix: {
    text: 'Enable Container Insights for the cluster.',
    console: [
      'Open Amazon ECS, choose Clusters, choose the cluster, and choose Update cluster.',
      'Under Monitoring, choose Container Insights, optionally with enhanced observability.',
      'Choose Update.',
    ],
    cli: 'aws ecs update-cluster-settings --cluster <cluster> --settings name=containerInsights,value=enabled',
    terraform: `resource "aws_ecs_cluster" "shop" {
  name = "shop"

  setting {
    name  = "containerInsights"
    value = "enabled"
  }
}`,
  },
  source:
    'https://docs.aws.amazon.com/AmazonECS/latest/developerguide/cloudwatch-container-insights.html',
  over: 'clusters',
  needs: [],
  judge: ({ name, status, container_insights: insights }) => {
    if (status !== 'ACTIVE') return []
    return insights === 'disabled'
      ? fail(`The cluster ${name} has Container Insights disabled.`)
      : pass(`The cluster ${name} has Container Insights ${insights}.`)
  },
})
