import type { FieldsProps } from '../../../apps/console/settings/setting-fields.tsx'
import { Tick } from '../../../apps/ui/form.tsx'
import type { TenantView } from '../../../kernel/tenants/contract/tenant-view.ts'

/** Whether people are compared with the operator's lists, which lists, and how strictly. */
export function TenantScreening({ draft: { screening }, change: write, about }: FieldsProps) {
  const change = (to: TenantView['screening']) => write({ screening: to })
  const { enabled, lists, threshold } = screening
  return (
    <>
      <Tick on={enabled} set={(on) => change({ ...screening, enabled: on })}>
        People are compared with the lists that were imported on this machine
      </Tick>
      {enabled && (
        <div class="choices">
          <label class="narrow">
            Only these lists; if empty, all of them
            <input
              class="mono"
              value={lists.join(' ')}
              placeholder="eu un ofac"
              onChange={(event) =>
                change({ ...screening, lists: event.currentTarget.value.split(/[\s,]+/).filter(Boolean) })
              }
            />
          </label>
          <label class="narrow">
            Points needed for a hit, 50 to 100
            <input
              type="number"
              min={50}
              max={100}
              value={threshold}
              onChange={(event) => change({ ...screening, threshold: Number(event.currentTarget.value) })}
            />
          </label>
        </div>
      )}
      {about('screening')}
    </>
  )
}
