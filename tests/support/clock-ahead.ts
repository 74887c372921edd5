/** Loaded before a program (`node --import`), this puts its machine's clock ahead by `CLOCK_AHEAD_MS`. The steady clock isn't touched. */
const aheadMs = Number(process.env.CLOCK_AHEAD_MS);
const MachineDate = Date;

globalThis.Date = class extends MachineDate {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [MachineDate.now() + aheadMs] : given) as [number]));
  }

  static override now() {
    return MachineDate.now() + aheadMs;
  }
} as DateConstructor;
