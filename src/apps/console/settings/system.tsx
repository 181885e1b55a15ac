import { Bars, Tile } from '../../ui/plots/bars.tsx'
import { Answered } from '../../ui/states.tsx'
import { amount, plain } from '../../ui/words.ts'
import { readOverview, useRenewed } from '../api.ts'
import type { ToolProps } from './tenant-choice.tsx'

/** What this node is doing: the engine's steps and queue, and events that have not been delivered. */
export function System({ mode }: ToolProps) {
  const asked = useRenewed(() => readOverview(mode, '7', ''), [mode])
  return (
    <Answered asked={asked} what="the system" lines={6}>
      {({ engine, webhooks }) => (
        <>
          <dl class="tiles">
            <Tile name="Webhooks pending" value={webhooks.pending} href="/console/settings/webhooks" />
            <Tile
              name="Webhooks failed"
              value={webhooks.failed}
              tone={webhooks.failed ? 'bad' : 'soft'}
              href="/console/settings/webhooks"
            />
            {engine?.faces && (
              <Tile
                name={
                  engine.faces.read < engine.faces.total
                    ? 'Faces loaded for the duplicate check'
                    : `Faces in the duplicate check, searched in ${engine.faces.place === 'pgvector' ? 'PostgreSQL' : 'memory'}`
                }
                value={engine.faces.read}
              />
            )}
            {engine?.queued !== undefined && <Tile name="Pictures in the engine's queue" value={engine.queued} />}
          </dl>
          {engine && (
            <Bars
              title="Engine time by step, mean on this node"
              bars={engine.steps.map(({ step, meanMs, calls }) => ({
                name: plain(step),
                value: meanMs,
                words: `${amount(meanMs)} ms × ${amount(calls)}`,
              }))}
            >
              This node has not read any pictures since it started.
            </Bars>
          )}
        </>
      )}
    </Answered>
  )
}
