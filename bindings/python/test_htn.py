"""The package by itself; `test` runs it. HTN_LIBRARY and HTNC_LIBRARY name the libraries."""

import gc
import unittest
import weakref

import htn

EAT = """
World State [Hungry : bool = true, Fuel : 0.0..2.0 = 0.5, Meals : 0..99]
Entities [Dish] Max [2]
Compound Task [Live]
    Method [Hungry] Subtasks [Eat("soup", Fuel)]
    Method [true] Subtasks [Rest()]
Primitive Task [Eat(what, fuel : fixed)]
    Preconditions [Hungry]
    Operator [Eat(what, fuel)]
    Effects [Meals += 1, Hungry = false]
Primitive Task [Rest]
    Operator [Rest]
"""
NAP = "Primitive Task [Nap]\n    Operator [Nap]\n"


class Domains(unittest.TestCase):
    def test_values_are_what_they_stand_for(self):
        domain = htn.compile(EAT)
        world = htn.World(domain)
        self.assertEqual((world["Hungry"], world["Fuel"], world["Meals"]), (True, 0.5, 0))
        world["Fuel"] = 1.2345
        self.assertEqual(world["Fuel"], 1.235)
        world.add("Meals", 7)
        self.assertEqual(world["Meals"], 7)
        dish = world.spawn("Dish")
        self.assertTrue(world.exists("Dish", dish))
        other = htn.World(domain)
        self.assertFalse(other.load(world.save()).properties_lost)
        self.assertEqual(other["Meals"], 7)

    def test_mistakes_say_what_and_where(self):
        with self.assertRaises(htn.CompileError) as said:
            htn.compile("Compound Task [Live]\n    Method [Hungri] Subtasks []\n", "live.htn")
        self.assertIn("live.htn:2:13: error: unknown name `Hungri` [unknown-name]", str(said.exception))
        with self.assertRaisesRegex(htn.Error, "header, byte 0"):
            htn.Domain(b"not a blob, but long enough to have a header")
        domain = htn.compile(EAT)
        world = htn.World(domain)
        with self.assertRaisesRegex(KeyError, "no property 'Thirsty'"):
            world["Thirsty"] = 1
        with self.assertRaisesRegex(htn.Error, "Meals = 100: the value is outside"):
            world["Meals"] = 100
        with self.assertRaisesRegex(htn.Error, "no operator or sensor 'Eta'"):
            htn.AgentClass(domain, {"Eta": lambda user, step: None})
        with self.assertRaisesRegex(htn.Error, "not a sound save|byte"):
            world.load(b"x" * 40)

    def test_numbers_that_do_not_fit_are_refused(self):
        world = htn.World(htn.compile(EAT))
        for wrong, error, said in ((10**40, ValueError, "outside"), (-2**32, ValueError, "outside"), (1.5, TypeError, "whole number .*1.5"),
                                   (float("nan"), TypeError, "whole number"), ([], TypeError, "a value is"), (b"1", TypeError, "a value is")):
            with self.assertRaisesRegex(error, said):
                world["Meals"] = wrong
            with self.assertRaisesRegex(error, said):
                world.add("Meals", wrong)
        for wrong in 10**40, -2147484, float("inf"), float("nan"):
            with self.assertRaisesRegex(ValueError, "a fixed number is wanted"):
                world["Fuel"] = wrong
        world["Meals"] = 2.0
        self.assertEqual((world["Meals"], world["Fuel"]), (2, 0.5))
        for wrong in 10**40, 2**32 + 1, -2**31 - 1:  # 2**32 + 1 is no 1
            with self.assertRaisesRegex(ValueError, "an instance: .* outside"):
                world.exists("Dish", wrong)
        with self.assertRaisesRegex(ValueError, "milliseconds: -1 is outside 0..4294967295"):
            world.set_for("Meals", 1, -1)
        for wrong in 99, -1, 10**40:
            with self.assertRaisesRegex(KeyError, "no property number .*it has 3"):
                world[wrong]
        with self.assertRaisesRegex(TypeError, "a property is a name or a number"):
            world[None]

    def test_an_index_fits_its_table(self):
        domain = htn.compile("Enum [Side] Values [North, South]\nWorld State [Wet : bool, Ways(Side, Side) : 0..9]\nCompound Task [Live]\n"
                             "    Method [Wet, Ways(North, South) > 2] Subtasks []\n    Method [true] Subtasks []\n")
        world = htn.World(domain)
        world["Ways", "South", "North"] = 4
        self.assertEqual((world["Ways", "South", "North"], world["Ways", 1, 0]), (4, 4))
        with self.assertRaisesRegex(IndexError, r"Wet is no table, so it takes no index: world\['Wet'\]"):
            world["Wet", 3]
        with self.assertRaisesRegex(IndexError, r"the table Ways takes 2 for an index \(Side, Side\), not 1"):
            world["Ways", "North"] = 1
        with self.assertRaisesRegex(IndexError, "not 0"):
            world["Ways"]
        with self.assertRaisesRegex(ValueError, "outside"):
            world["Ways", "North", 10**40]
        with self.assertRaisesRegex(TypeError, "1.5"):
            world["Ways", "North", 1.5] = 1

    def test_what_is_compiled_is_a_text(self):
        with self.assertRaisesRegex(TypeError, "nothing to compile: give it a text, or path="):
            htn.compile(None)
        with self.assertRaisesRegex(TypeError, "a str, not bytes"):
            htn.compile(EAT.encode())
        with self.assertRaisesRegex(htn.CompileError, "nowhere.htn: error: No such file"):
            htn.compile(path="nowhere.htn")

    def test_imports_and_warnings(self):
        said = []
        domain = htn.compile('Import ["a.htn"]\nCompound Task [Live]\n    Method [A] Subtasks []\n' + NAP, "main.htn",
                             files={"a.htn": "World State [A : bool, B : bool]\n"}, messages=said)
        self.assertEqual(domain.properties, ["A", "B"])
        self.assertTrue(any(m.severity == "warning" for m in said), said)
        with self.assertRaises(htn.CompileError):
            htn.compile('Import ["a.htn"]\nCompound Task [Live]\n    Method [A] Subtasks []\n' + NAP, files={"a.htn": "World State [A : bool, B : bool]\n"},
                        switches=["error"])

    def test_plans(self):
        domain = htn.compile(EAT)
        world, planner = htn.World(domain), htn.Planner(domain)
        plan = planner.find(world)
        self.assertEqual(str(plan), "Eat(soup, 0.5)")
        self.assertEqual(planner.arguments(world, 0), ("soup", 0.5))
        self.assertEqual((plan.steps[0].operator, plan.proven, plan.record), ("Eat", True, (0,)))
        self.assertEqual([str(p) for p in planner.plans(world)], ["Eat(soup, 0.5)", "Rest()"])
        self.assertEqual(str(planner.find(world, tasks=["Rest", "Rest"])), "Rest() Rest()")
        planner.adopt()
        self.assertTrue(planner.holds(world))
        impossible = htn.compile("World State [A : bool]\nCompound Task [Live]\n    Method [A] Subtasks []\n")
        with self.assertRaisesRegex(htn.NoPlan, "no plan"):
            htn.Planner(impossible).find(htn.World(impossible))


class Agents(unittest.TestCase):
    def test_an_operator_is_a_generator(self):
        done = []

        def eat(user, step):
            for bite in range(3):
                user.append((bite, step.elapsed_us, step.arguments))
                yield

        agent = htn.Agent(htn.AgentClass(htn.compile(EAT), {"Eat": eat, "Rest": htn.Operator()}), done)
        for _ in range(6):
            agent.tick(10)
        self.assertEqual(done, [(0, 0, ("soup", 0.5)), (1, 10, ("soup", 0.5)), (2, 10, ("soup", 0.5))])
        self.assertEqual((agent.world["Meals"], str(agent.plan())), (1, "Rest()"))

    def test_a_generator_is_closed_when_its_step_is_aborted(self):
        said = []

        def eat(user, step):
            try:
                while True:
                    yield
            finally:
                said.append("closed")

        agent = htn.Agent(htn.AgentClass(htn.compile(EAT), {"Eat": eat}))
        agent.tick(10)
        agent.world["Hungry"] = False
        agent.tick(10)
        self.assertEqual(said, ["closed"])

    def test_an_exception_fails_the_step_and_comes_out_of_tick(self):
        def eat(user, step):
            raise ZeroDivisionError("no spoon")

        agent = htn.Agent(htn.AgentClass(htn.compile(EAT), {"Eat": eat}), back_off_ms=50)
        with self.assertRaisesRegex(ZeroDivisionError, "no spoon"):
            for _ in range(2):
                agent.tick(10)
        self.assertEqual(agent.world["Meals"], 0)
        agent.world["Hungry"] = False
        self.assertEqual(agent.tick(10), 0)

    def test_an_exception_in_an_answer_comes_out_of_the_search(self):
        domain = htn.compile("Query [Far(int) : bool]\nCompound Task [Live]\n    Method [Far(3)] Subtasks []\n    Method [true] Subtasks []\n")
        asked = []

        def far(*arguments):
            asked.append(arguments)
            raise LookupError("no map")

        with self.assertRaisesRegex(LookupError, "no map"):
            htn.Planner(domain, answers={"Far": far}).find(htn.World(domain))
        self.assertEqual(asked, [(3,)])
        agent = htn.Agent(htn.AgentClass(domain, answers={"Far": far}), "who")
        with self.assertRaisesRegex(LookupError, "no map"):
            agent.tick(1)
        self.assertEqual(asked[-1], ("who", 3))

    def test_everything_lives_as_long_as_it_is_needed(self):
        def make():
            domain = htn.compile(EAT)
            world = htn.Agent(htn.AgentClass(domain, {"Eat": lambda user, step: htn.SUCCEEDED})).world
            return world, weakref.ref(domain)

        world, domain = make()
        gc.collect()
        world["Meals"] = 5  # the agent's world; agent, class and domain have no other name
        self.assertEqual(world["Meals"], 5)
        del world
        gc.collect()
        self.assertIsNone(domain())

    def test_an_agent_that_is_gone_has_left_its_group(self):
        domain = htn.compile("Shared World State [Alarm : bool]\nCompound Task [Live]\n    Method [Alarm] Subtasks [Run()]\n    Method [true] "
                             "Subtasks []\nPrimitive Task [Run]\n    Operator [Run]\n")
        group, guards = htn.Group(domain), htn.AgentClass(domain, {"Run": lambda user, step: None})
        kept, crowd = htn.Agent(guards), htn.Crowd()
        kept.join(group)
        for _ in range(100):
            htn.Agent(guards).join(group)
        gc.collect()
        group.world["Alarm"] = True
        crowd.add(kept)
        crowd.tick(10)
        self.assertEqual(str(kept.plan()), "Run()")
        self.assertEqual(crowd.statistics["agents"], 1)

    def test_journals(self):
        domain = htn.compile(EAT)
        agent = htn.Agent(htn.AgentClass(domain, {"Eat": lambda user, step: htn.SUCCEEDED, "Rest": htn.Operator()}), seed=3)
        journal = agent.journal()
        for _ in range(5):
            agent.tick(10000)
        bytes_read = journal.read()
        self.assertGreater(htn.replay(domain, bytes_read), 5)
        kinds = [kind for kind, _ in htn.journal_events(bytes_read)]
        self.assertEqual(kinds[0], "BEGIN")
        with self.assertRaisesRegex(htn.Error, "replay: byte"):
            htn.replay(domain, bytes_read[:-1])

    def test_a_wrong_outcome_fails_the_step_and_names_the_operator(self):
        for wrong in "done", 42, 1.5, ["yes"], "":
            agent = htn.Agent(htn.AgentClass(htn.compile(EAT), {"Eat": lambda user, step: wrong}), back_off_ms=50)
            with self.assertRaisesRegex(TypeError, "the operator 'Eat' returned .*return htn.RUNNING"):
                for _ in range(2):
                    agent.tick(10)
            self.assertEqual(agent.world["Meals"], 0)
            agent.world["Hungry"] = False
            self.assertEqual(agent.tick(10), 0)

    def test_what_is_bound_must_be_callable(self):
        domain = htn.compile("World State [Smells : bool]\nSensor [Nose] Updates [Smells]\nQuery [Far() : bool]\nCompound Task [Live]\n"
                             "    Method [Smells, Far()] Subtasks [Nap()]\n    Method [true] Subtasks []\n" + NAP)
        for bound, said in (({"operators": {"Nap": 3}}, "the operator 'Nap': a function is wanted, not 3"),
                            ({"operators": {"Nap": None}}, "the operator 'Nap': a function is wanted, not None"),
                            ({"operators": {"Nap": htn.Operator(abort="stop")}}, "the operator 'Nap', abort: a function .*'stop'"),
                            ({"operators": {"Nap": htn.Operator(print, memory=-1)}}, "memory: -1 is outside"),
                            ({"sensors": {"Nose": True}}, "the sensor 'Nose'"), ({"answers": {"Far": 1}}, "the query 'Far'"),
                            ({"order_ended": "yes"}, "order_ended")):
            with self.assertRaisesRegex((TypeError, ValueError), said):
                htn.AgentClass(domain, **bound)
        with self.assertRaisesRegex(TypeError, "the query 'Far'"):
            htn.Planner(domain, answers={"Far": None})

    def test_times_and_options_that_do_not_fit_are_refused(self):
        diners = htn.AgentClass(htn.compile(EAT), {"Eat": lambda user, step: None, "Rest": htn.Operator()})
        agent, crowd, group = htn.Agent(diners), htn.Crowd(), htn.Group(diners.domain)
        crowd.add(agent)
        for tick in agent.tick, crowd.tick, group.tick:
            for wrong, error, said in ((-1, ValueError, "tick: microseconds: -1 is outside"), (2**64, ValueError, "outside"), (10**40, ValueError, "outside"),
                                       (0.5, TypeError, "whole number"), ("16", TypeError, "whole number"), (None, TypeError, "whole number")):
                with self.assertRaisesRegex(error, said):
                    tick(wrong)
        self.assertEqual(agent.tick(2**64 - 1), 0)  # counts as the most
        with self.assertRaisesRegex(ValueError, "work: -1"):
            agent.tick(1, -1)
        with self.assertRaisesRegex(ValueError, "budget: -1"):
            crowd.tick(1, -1)
        for options, said in (({"seed": 2**32}, "seed: 4294967296 is outside"), ({"orders": 256}, "orders: 256 is outside 0..255"),
                              ({"ordres": 2}, "Agent.*no 'ordres'; there are budget, .*orders"), ({"user_": 1}, "no 'user_'"),
                              ({"limits": {"depht": 2}}, "limits: there is no 'depht'; there are steps, depth"), ({"limits": {"depth": -1}}, "depth: -1")):
            with self.assertRaisesRegex((TypeError, ValueError), said):
                htn.Agent(diners, **options)
        with self.assertRaisesRegex(TypeError, "no 'sede'"):
            htn.Planner(diners.domain).find(htn.World(diners.domain), sede=1)
        with self.assertRaisesRegex(TypeError, "the task Eat has 2 parameters, not 1"):
            htn.Planner(diners.domain).find(htn.World(diners.domain), tasks=[("Eat", "soup")])
        with self.assertRaisesRegex(TypeError, "report.* 9: an outcome is wanted"):
            agent.report(1, 9)
        with self.assertRaisesRegex(ValueError, "a journal's bytes: -1"):
            agent.journal(-1)

    def test_a_journal_is_kept_where_another_is_refused(self):
        domain, said = htn.compile(EAT), []

        def eat(user, step):
            with self.assertRaisesRegex(htn.Error, "from inside a callback"):
                step.agent.journal()
            said.append("refused")
            return htn.SUCCEEDED

        agent = htn.Agent(htn.AgentClass(domain, {"Eat": eat, "Rest": htn.Operator()}))
        journal = agent.journal()
        agent.tick(10000)
        with self.assertRaisesRegex(htn.Error, "journal"):
            agent.journal(0)
        gc.collect()
        for _ in range(4):
            agent.tick(10000)
        self.assertEqual(said, ["refused"])
        self.assertGreater(htn.replay(domain, journal.read()), 5)
        after = agent.journal()
        agent.tick(10000)
        self.assertEqual((journal.read(), [kind for kind, _ in htn.journal_events(after.read())][0]), (b"", "BEGIN"))

    def test_an_exception_comes_out_of_the_call_that_ran_the_function(self):
        domain = htn.compile("World State [Smells : bool]\nSensor [Nose] Updates [Smells]\nOrders [Fetch]\nRoot [Live]\nCompound Task [Live]\n    Method [true] Subtasks [Nap()]\n"
                             "Primitive Task [Fetch]\n    Operator [Fetch]\n" + NAP)
        trouble = []

        def raises(*arguments):
            if trouble:
                raise LookupError(trouble[-1])

        def nap(user, step):
            if user == "calls":
                trouble.append("of the order")
                number = step.agent.order("Fetch")
                with self.assertRaisesRegex(LookupError, "of the order"):
                    step.agent.take_back(number)
                trouble.clear()

        dogs = htn.AgentClass(domain, {"Nap": nap, "Fetch": htn.Operator()}, {"Nose": raises}, order_ended=raises)
        agent, other = htn.Agent(dogs, orders=4), htn.Agent(dogs, orders=4)
        agent.tick(10)
        number = agent.order("Fetch")
        trouble.append("an order")
        with self.assertRaisesRegex(LookupError, "an order"):
            agent.take_back(number)
        agent.order("Fetch")
        with self.assertRaisesRegex(LookupError, "an order"):
            agent.order("Fetch", replace=True)
        with self.assertRaisesRegex(LookupError, "an order"):
            agent.sense("Nose")
        trouble.clear()
        self.assertEqual((other.tick(10), agent.tick(10)), (0, 0))
        caller = htn.Agent(dogs, "calls", orders=4)  # a call inside a tick raises its own, and the tick goes on
        self.assertEqual((caller.tick(10), caller.tick(10)), (0, 0))

    def test_an_agent_is_not_closed_while_it_is_ticked(self):
        said = []

        def eat(user, step):
            if user == "dies":
                with self.assertRaisesRegex(RuntimeError, "when the tick is over"):
                    step.agent.close()
                crowd.remove(agents.pop(user))  # nobody has it any more, but C is in the midst of its tick
                gc.collect()
                said.append(lost() is not None)

        diners = htn.AgentClass(htn.compile(EAT), {"Eat": eat})
        crowd, agents = htn.Crowd(), {name: htn.Agent(diners, name) for name in ("dies", "stays")}
        lost = weakref.ref(agents["dies"])
        for agent in agents.values():
            crowd.add(agent)
        del agent
        for _ in range(3):
            crowd.tick(10)
        gc.collect()
        self.assertEqual((said, lost(), crowd.statistics["agents"]), ([True], None, 1))


if __name__ == "__main__":
    unittest.main()
