import type { Language } from "#daemon/schedule/read-problem.ts";

/** What works without a model, each with a phrase that `understand` reads. */
export const HELP: Record<Language, string> = {
	en: `This works without a model:
- "remind me in 20 minutes to call Bob", "remind me every weekday at 9 to stretch"
- "timer 10 minutes tea", "wake me tomorrow at 7"
- "list my reminders", "cancel R-3", "delete all reminders"
- "note: buy milk"
- "status", "stop"`,
	de: `Das geht ohne Modell:
- „erinnere mich in 20 Minuten an den Herd“, „erinnere mich jeden Werktag um 9 daran, Bob anzurufen“
- „Timer 10 Minuten Tee“, „weck mich morgen um 7“
- „zeig meine Erinnerungen“, „lösche R-3“, „lösche alle Erinnerungen“
- „Notiz: Milch kaufen“
- „Status“, „Stopp“`,
};
